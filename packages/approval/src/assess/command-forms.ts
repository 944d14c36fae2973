import { posix } from 'node:path'
import { readGit } from '../rules/git.js'
import type { Invocation } from '../words/invocation.js'

/** Returns the command as it was written. */
export function writtenForm({ argv }: Invocation): string {
  return argv.map((word) => word.text).join(' ')
}

/**
 * Returns the texts that people's patterns are matched against: the command as it was written, with its program's bare
 * name, with the plain names of its files, and without git's options before the subcommand. So `git push*` matches
 * `/usr/bin/git -C . push`, and `touch notes*` matches `touch -- ./notes.txt`.
 */
export function commandForms(invocation: Invocation): readonly string[] {
  const { name, argv } = invocation
  const args = argv.slice(1).map((word) => word.text)
  const forms = [writtenForm(invocation), ...(name === '' ? [] : [[name, ...args].join(' ')])]
  const operands = plainOperands(args, invocation.cwd)
  if (name !== '') forms.push([name, ...operands].join(' '))
  if (name === 'git') {
    for (const written of [args, operands]) {
      const call = readGit({ args: written })
      forms.push([name, call.command, ...call.args].join(' '))
    }
  }
  return [...new Set(forms)]
}

/** Normalizes equivalent spellings of operands: `-- file`, `./file`, and `/folder/file` in that folder. */
function plainOperands(args: readonly string[], cwd: string | undefined): readonly string[] {
  const end = args.indexOf('--')
  return args
    .filter((_, index) => index !== end)
    .map((arg) => {
      if (!/^\.{0,2}\/|\/\.{0,2}\//.test(arg) || /^\w+:\/\//.test(arg)) return arg
      const path = posix.normalize(arg)
      return cwd !== undefined && path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path
    })
}
