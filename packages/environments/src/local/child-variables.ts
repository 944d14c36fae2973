/** Names the command that a process descends from: how its descendants are found, wherever they went. */
export const markerName = 'HERMES_PROCESS_ID'

/** A command has nobody to ask and no screen to page on. */
const unattended: Readonly<Record<string, string>> = {
  AI_AGENT: 'hermes',
  TERM: 'dumb',
  PAGER: 'cat',
  MANPAGER: 'cat',
  GIT_PAGER: 'cat',
  SYSTEMD_PAGER: 'cat',
  AWS_PAGER: '',
  GIT_TERMINAL_PROMPT: '0',
  // Takes the message that git proposes, where it would open an editor.
  GIT_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
}

interface ChildVariables {
  /** Already scrubbed. */
  readonly base: Readonly<Record<string, string>>
  readonly requested: Readonly<Record<string, string>>
  readonly workingDirectory: string
  readonly marker: string
}

/** The variables of one command. */
export function childVariables({ base, requested, workingDirectory, marker }: ChildVariables): Record<string, string> {
  return {
    ...base,
    ...unattended,
    ...requested,
    // Keeps the folder's name as it was reached, through links.
    PWD: workingDirectory,
    [markerName]: marker,
  }
}
