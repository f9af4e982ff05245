/// The scripts by which shells ask devtool; `PROGRAM` stands for its name, `FUNCTION` for that in names.
///
/// They know nothing of commands: whatever is new in devtool, or in a project, needs no new script. The first
/// line of an answer says what else the shell is to do, every other is a candidate, in the shell's own form.
enum CompletionScript {
    /// For bash, with or without the package `bash-completion`.
    ///
    /// devtool takes the line apart by itself: bash would do it at every `:` and `=`, too.
    static let bash = #"""
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

        """#

    /// For zsh, as a file of its completion system or read by a running shell.
    static let zsh = #"""
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

        """#

    /// For fish.
    static let fish = #"""
        # Completions of PROGRAM for fish. In ~/.config/fish/completions/PROGRAM.fish:
        #
        #     PROGRAM completions fish >~/.config/fish/completions/PROGRAM.fish

        function __FUNCTION_completions
            set -l words (commandline -opc)
            set -e words[1]
            set -l current (commandline -ct)
            set -l reply (command PROGRAM __complete fish $words "$current" 2>/dev/null </dev/null)
            if set -q reply[2]
                printf '%s\n' $reply[2..-1]
                return
            end
            test "$reply[1]" = nothing; and return
            set -l option (string match -r -- '^--[^=]*=' "$current")
            set -l value (string replace -r -- '^--[^=]*=' '' "$current")
            # The files that fish finds for a command of which it knows nothing.
            set -l files (complete -C "__FUNCTION_completions $value" | string replace -r '\t.*' '')
            set -l folders (string match -- '*/' $files)
            set -l found
            for extension in (string split ' ' -- "$reply[1]")[2..-1]
                set -a found (string match -- "*.$extension" $files)
            end
            if set -q found[1]
                set files $found $folders
            else if test "$reply[1]" = folders
                set files $folders
            end
            set -q files[1]; and printf '%s\n' "$option"$files
        end

        complete -c PROGRAM -e
        complete -c PROGRAM -f -a '(__FUNCTION_completions)'

        """#
}
