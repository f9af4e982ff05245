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
