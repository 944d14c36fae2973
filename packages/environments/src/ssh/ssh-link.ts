import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shellQuote } from '@hermes/safety'
import { startPiped } from '../remote/piped-program.js'
import type { RemoteLink } from '../remote/remote-link.js'
import { explainSsh } from './explain-ssh.js'

export interface SshTarget {
  /** A name or address, or a `Host` of the user's own ssh configuration. */
  readonly host: string
  /** Default: as the ssh configuration has it. */
  readonly user?: string
  /** Default: as the ssh configuration has it. */
  readonly port?: number
  /** A private key. Default: as the ssh configuration has it, and the keys of the ssh agent. */
  readonly keyFile?: string
  /** Used instead of the user's and the system's ssh configuration. */
  readonly configFile?: string
}

export interface SshLinkOptions {
  readonly target: SshTarget
  /** The `ssh` of the machine. */
  readonly program: string
  /** What `ssh` itself gets. */
  readonly variables: Readonly<Record<string, string>>
}

/** A Unix socket's path may have some hundred characters, and `ssh` puts 17 to it for a moment. */
const longestSocket = 85

/**
 * One connection for all: the first `ssh` is the master, which ends with the agent, and the others go through its socket.
 * More than the server allows over one connection make connections of their own.
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

/** Nothing that would ask, print, forward or run anything else. What is not named here is as the ssh configuration has it. */
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

/** For the user alone: who can reach the socket can use the connection. */
async function makeSocketFolder(): Promise<string> {
  const base = join(tmpdir(), 'hermes-ssh-XXXXXX', 's').length > longestSocket ? '/tmp' : tmpdir()
  return mkdtemp(join(base, 'hermes-ssh-'))
}
