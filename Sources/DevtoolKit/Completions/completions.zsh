#compdef PROGRAM
# Completions of PROGRAM for zsh. In ~/.zshrc, after compinit:
#
#     eval "$(PROGRAM completions zsh)"
#
# or in a file named _PROGRAM in a folder of $fpath:
#
#     PROGRAM completions zsh >~/.zfunc/_PROGRAM

_FUNCTION() {
    local -a before reply closed open
    local line
    before=("${(@Q)words[2,CURRENT-1]}")
    (( CURRENT > 2 )) || before=()
    reply=("${(@f)$(
        command PROGRAM __complete zsh "${before[@]}" "${(Q)PREFIX}" 2>/dev/null </dev/null
    )}")
    for line in "${(@)reply[2,-1]}"; do
        case $line in
            (+*) open+=("${line#+}") ;;
            (*) closed+=("${line#-}") ;;
        esac
    done
    if (( $#closed + $#open )); then
        local found=1
        (( $#closed )) && _describe -t values value closed && found=0
        (( $#open )) && _describe -t values value open -S '' && found=0
        return found
    fi
    [[ $PREFIX == --*=* ]] && compset -P 1 '*='
    case $reply[1] in
        (folders) _files -/ ;;
        (files) _files ;;
        (files\ *) _files -g "*.(${${reply[1]#files }// /|})" ;;
        (*) return 1 ;;
    esac
}

if [[ $funcstack[1] == _PROGRAM ]]; then
    _FUNCTION "$@"
else
    compdef _FUNCTION PROGRAM
fi
