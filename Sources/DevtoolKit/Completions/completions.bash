# Completions of PROGRAM for bash 4.4 or later. In ~/.bashrc:
#
#     eval "$(PROGRAM completions bash)"

_FUNCTION_completions() {
    local reply extension word=$2
    mapfile -t reply < <(
        command PROGRAM __complete bash "$COMP_TYPE" "${COLUMNS:-80}" "$COMP_WORDBREAKS" \
            "${COMP_LINE:0:COMP_POINT}" 2>/dev/null </dev/null
    )
    COMPREPLY=("${reply[@]:1}")
    case ${reply[0]-} in
    continues) compopt -o nospace ;;
    folders) compopt -o dirnames ;;
    files) compopt -o default ;;
    files\ *)
        compopt -o filenames -o default
        mapfile -t COMPREPLY < <(
            for extension in ${reply[0]#files}; do
                compgen -f -X "!*.$extension" -- "$word"
            done
        )
        if [[ ${#COMPREPLY[@]} -gt 0 ]]; then
            mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$word")
        fi
        ;;
    esac 2>/dev/null
}

complete -F _FUNCTION_completions PROGRAM
