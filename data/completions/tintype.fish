# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of tintype for fish.

function __tintype_cameras
    printf 'test\tthe test scene\npipewire:\tthe first camera of PipeWire\n'
    tintype --list-cameras 2>/dev/null | string replace --filter --regex '^  (?:node|id): ' ''
end

complete -c tintype -f
complete -c tintype -l camera -x -a '(__tintype_cameras)' -d 'Use this camera'
complete -c tintype -l list-cameras -d 'List the cameras'
complete -c tintype -s v -l verbose -d 'List how each camera can be focused, too'
complete -c tintype -l shoot -F -d 'Take one photo without a window'
complete -c tintype -l record -F -d 'Record a video without a window'
complete -c tintype -l seconds -x -d 'How long the video becomes'
complete -c tintype -l no-sound -d 'Record without the microphone'
complete -c tintype -l focus -x -a '0.5,0.5' -d 'Focus on a point before the photo'
complete -c tintype -l doctor -d 'Find out what is wrong'
complete -c tintype -l json -d 'Print the diagnosis for machines'
complete -c tintype -l allow-camera -d 'Record that Tintype may use the camera'
complete -c tintype -l deny-camera -d 'Record that it may not'
complete -c tintype -l allow-microphone -d 'Record that Tintype may use the microphone'
complete -c tintype -l deny-microphone -d 'Record that it may not'
complete -c tintype -l allow-screenshots -d 'Record that Tintype may look at the latest screenshot'
complete -c tintype -l deny-screenshots -d 'Record that it may not'
complete -c tintype -l reset-permissions -d 'Forget the answers'
complete -c tintype -l permissions -d 'Print what is allowed'
complete -c tintype -l version -d 'Print the version'
complete -c tintype -s h -l help -d 'Print the options'
