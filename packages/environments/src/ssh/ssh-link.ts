import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shellQuote } from '@hermes/safety'
import { startPiped } from '../remote/piped-program.js'
import type { RemoteLink } from '../remote/remote-link.js'
import { explainSsh } from './explain-ssh.js'

export interface SshTarget {
  /** Name or address, or a `Host` of the user's ssh configuration. */
  readonly host: string
  /** User on the host. Default: from the ssh configuration. */
  readonly user?: string
  /** Port of the ssh server. Default: from the ssh configuration. */
  readonly port?: number
  /** Path of a private key. Default: from the ssh configuration and the ssh agent. */
  readonly keyFile?: string
  /** Path of a file that replaces the user's and the system's ssh configuration. */
  readonly configFile?: string
}

export interface SshLinkOptions {
  readonly target: SshTarget
  /** Local `ssh` program. */
  readonly program: string
  /** Environment variables of `ssh`. */
  readonly variables: Readonly<Record<string, string>>
}

/** Maximum length of the socket path. Unix limits it to about 100 characters, and `ssh` temporarily appends 17. */
const longestSocket = 85

/**
 * Creates a link with one shared connection. The first `ssh` is the master, which ends with the agent, and the others
 * use its socket. Beyond the server's limit of sessions per connection, they open separate connections.
 */
export function createSshLink({ target, program, variables }: SshLinkOptions): RemoteLink {
  const name = `the host ${target.host}`
  let folder: string | undefined

  return {
    name,
    async prepare() {
      folder ??= await makeSocketFolder()
      await rm(join(folder, 's'), { force: true })
    },
    open: (argv, { isFirst = false, terminal }) =>
      startPiped(
        [
          program,
          ...toOptions(target),
          ...['-o', `ControlMaster=${isFirst ? 'yes' : 'no'}`, '-S', join(folder ?? '', 's')],
          terminal ? '-tt' : '-T',
          '--',
          target.host,
          argv.map(shellQuote).join(' '),
        ],
        { variables: terminal ? { ...variables, TERM: 'xterm-256color' } : variables, isTerminal: Boolean(terminal) },
      ),
    explain: (output) => explainSsh(name, output),
    async close() {
      if (folder) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Options that disable prompts, output, forwarding and local commands. Other options come from the ssh configuration. */
const fixedOptions = [
  'BatchMode=yes',
  'StrictHostKeyChecking=accept-new',
  'ControlPersist=no',
  'ConnectTimeout=15',
  'ServerAliveInterval=15',
  'ServerAliveCountMax=3',
  'LogLevel=ERROR',
  'EscapeChar=none',
  'RemoteCommand=none',
  'PermitLocalCommand=no',
  'ClearAllForwardings=yes',
  'ForwardX11=no',
]

function toOptions({ user, port, keyFile, configFile }: SshTarget): readonly string[] {
  return [
    ...(configFile === undefined ? [] : ['-F', configFile]),
    ...(user === undefined ? [] : ['-l', user]),
    ...(port === undefined ? [] : ['-p', `${port}`]),
    ...(keyFile === undefined ? [] : ['-i', keyFile]),
    ...fixedOptions.flatMap((option) => ['-o', option]),
  ]
}

/** Creates a private folder for the socket, because access to the socket gives access to the connection. */
async function makeSocketFolder(): Promise<string> {
  const base = join(tmpdir(), 'hermes-ssh-XXXXXX', 's').length > longestSocket ? '/tmp' : tmpdir()
  return mkdtemp(join(base, 'hermes-ssh-'))
}
