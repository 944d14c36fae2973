import { EnvironmentError } from '@hermes/core'

/** What is used of `node-pty`, which says of itself that it deals in strings, but in bytes when it is told so. */
export interface Pty {
  spawn(program: string, args: readonly string[], options: PtyOptions): PtyProcess
}

interface PtyOptions {
  readonly cols: number
  readonly rows: number
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Bytes, not text. */
  readonly encoding: null
}

export interface PtyProcess {
  readonly pid: number
  /** The agent's end of the terminal. Does not block. */
  readonly fd: number
  /** The path of the other end. */
  readonly ptsName: string
  onData(listener: (data: Uint8Array) => void): unknown
  /** Called once the process has ended and the terminal is closed. */
  onExit(listener: (exit: { readonly exitCode: number; readonly signal?: number }) => void): unknown
  /** The terminal was closed, which may come before the end of the process. */
  on(event: 'close', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
}

/** An optional package: it is loaded for the first terminal, and missing where it has no build for the platform. */
export async function loadPty(): Promise<Pty> {
  const pty: unknown = await import('@lydell/node-pty').catch((error: unknown) => {
    throw new EnvironmentError(
      'Terminals need the package @lydell/node-pty, which is not installed or has no build for this platform: run the command without a terminal, or install the package.',
      { cause: error },
    )
  })
  if (!isPty(pty)) throw new EnvironmentError('The installed @lydell/node-pty is of another kind: install version 1.')
  return pty
}

function isPty(value: unknown): value is Pty {
  return typeof value === 'object' && value !== null && 'spawn' in value && typeof value.spawn === 'function'
}
