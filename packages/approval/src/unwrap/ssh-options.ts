import type { Word } from '../words/data.js'
import type { Inner, Unwrap } from '../words/invocation.js'

const settings = /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand)[\s=]+([\s\S]*)$/i
const condition = /\bMatch\s+(?:\S{1,100}\s{1,10}){0,6}?exec\s+(?:"([^"]*)"|(\S+))/i

/** Returns the commands in OpenSSH settings: `-o ProxyCommand=...`, in one argument or in two. */
export function sshCommands(argv: readonly Word[]): readonly Inner[] {
  return argv.flatMap((word, index): Inner[] => {
    const { text } = word
    const value = argv[index - 1]?.text === '-o' ? text : /^-[a-zA-Z46]*?o(.+)$/s.exec(text)?.[1]
    if (index === 0 || value === undefined) return []
    const met = condition.exec(value)
    const command = settings.exec(value)?.[1] ?? met?.[1] ?? met?.[2]
    return command && command !== 'none' ? [{ kind: 'shell', program: { ...word, text: command } }] : []
  })
}

const unwrapSshOptions: Unwrap = ({ argv }) => sshCommands(argv)

/** Programs that pass `-o` on to ssh. */
export const sshOptionUnwraps: Readonly<Record<string, Unwrap>> = Object.fromEntries(
  ['scp', 'sftp', 'ssh-copy-id', 'autossh', 'sshfs', 'slogin'].map((name) => [name, unwrapSshOptions]),
)
