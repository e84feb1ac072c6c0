# SPDX-License-Identifier: GPL-3.0-or-later
"""The emulated machine's side: loads drivers, plugs cameras in, and looks at what Tintype makes of them."""

import sys
from pathlib import Path

from .. import ROOT

# The window tests' own hands and eyes serve here, too.
sys.path.insert(0, str(ROOT / "Tests/WindowTests"))

#: The other machine's folder for what comes out.
OUTPUT = Path("/run/output")
