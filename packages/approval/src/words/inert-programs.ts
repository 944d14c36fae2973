/** Programs that never start one of their arguments, grouped by what the arguments are. */
const names = {
  texts:
    'echo printf print cat tac head tail ls dir stat file wc cut tr uniq nl touch mkdir rmdir rm cp mv ln dd du df tee ' +
    'basename dirname realpath readlink chmod chown chgrp diff cmp comm join paste fold fmt seq yes true false sleep ' +
    'md5sum sha1sum sha256sum base64 xxd od hexdump strings jq yq column tree open xdg-open grep egrep fgrep zgrep rg ' +
    'ag ack sed gsed awk gawk mawk nawk look locate curl wget',
  wordsOfTheShell:
    '[ [[ test expr : cd pushd popd alias unalias export declare typeset local readonly set unset shift read history ' +
    'jobs kill wait hash type shopt ulimit umask return exit',
  namesOfPrograms: 'which whereis man info apropos whatis help tldr cheat pgrep pidof pkill killall ps',
  messages:
    'say espeak cowsay figlet toilet banner lolcat notify-send logger wall write zenity dialog whiptail gum hermes ' +
    'claude codex gemini aider ollama llm mods',
  packages: 'apt apt-get apt-cache aptitude dnf yum zypper pacman apk brew port snap rpm dpkg pip pip3 gem',
  subcommands: 'systemctl service journalctl git gh hub glab tea svn hg jj aws az',
  // Followed as commands of another machine.
  elsewhere:
    'ssh docker podman nerdctl docker-compose podman-compose kubectl oc ansible lxc incus multipass gcloud flyctl fly ' +
    'heroku vagrant',
} as const

const inert: ReadonlySet<string> = new Set(Object.values(names).flatMap((list) => list.split(' ')))

/** Whether a program never starts one of its arguments as a command, or is followed in another way. */
export function isInert(name: string): boolean {
  return inert.has(name)
}
