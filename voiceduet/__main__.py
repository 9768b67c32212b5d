"""`python -m voiceduet` is the same as `voiceduet`."""

import sys

from voiceduet.cli.main import main

sys.exit(main())
