import { readGit } from '../rules/git.js'
import type { Invocation } from '../words/invocation.js'

/** The command as it was written. */
export function writtenForm({ argv }: Invocation): string {
  return argv.map((word) => word.text).join(' ')
}

/**
 * The texts under which patterns of people find a command: as it was written, with its program's bare name, and without
 * git's options before the subcommand. So `git push*` finds `/usr/bin/git -C . push`.
 */
export function commandForms(invocation: Invocation): readonly string[] {
  const { name, argv } = invocation
  const args = argv.slice(1).map((word) => word.text)
  const forms = [writtenForm(invocation), ...(name === '' ? [] : [[name, ...args].join(' ')])]
  if (name === 'git') {
    const call = readGit({ args })
    forms.push([name, call.command, ...call.args].join(' '))
  }
  return [...new Set(forms)]
}
