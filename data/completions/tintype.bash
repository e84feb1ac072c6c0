# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of tintype for bash.

_tintype() {
    local cur prev words cword split id
    _init_completion -s -n : 2>/dev/null || {
        cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]}
        [[ $cur != = ]] || cur=
        [[ $prev != = ]] || prev=${COMP_WORDS[COMP_CWORD - 2]}
    }
    case $prev in
    --camera)
        # Not compgen -W, which runs what it finds in words: a camera has its name from another program.
        while IFS= read -r id; do
            [[ $id != "$cur"* ]] || COMPREPLY+=("$(printf %q "$id")")
        done < <(printf '%s\n' test pipewire: && tintype --list-cameras 2>/dev/null | sed -n 's/^  \(node\|id\): //p')
        ! declare -F __ltrim_colon_completions >/dev/null || __ltrim_colon_completions "$cur"
        return
        ;;
    --shoot | --record)
        if [[ $cur != -* ]]; then
            compopt -o filenames
            mapfile -t COMPREPLY < <(compgen -f -- "$cur")
            return
        fi
        ;;
    --focus)
        mapfile -t COMPREPLY < <(compgen -W '0.5,0.5' -- "$cur")
        return
        ;;
    --seconds)
        return
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W '--camera --list-cameras -v --verbose --shoot --record --seconds --no-sound --focus --doctor --json
        --allow-camera --deny-camera --allow-microphone --deny-microphone
        --allow-screenshots --deny-screenshots
        --reset-permissions --permissions --version -h --help' -- "$cur")
}
complete -F _tintype tintype
