import { EnvironmentError } from '@hermes/core'

/** Subset of `node-pty` that is used here. Its types declare strings, but it returns bytes when configured to. */
export interface Pty {
  spawn(program: string, args: readonly string[], options: PtyOptions): PtyProcess
}

interface PtyOptions {
  readonly cols: number
  readonly rows: number
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** `null` returns bytes instead of text. */
  readonly encoding: null
}

export interface PtyProcess {
  readonly pid: number
  /** Non-blocking descriptor of the agent's side of the terminal. */
  readonly fd: number
  /** Path of the other side. */
  readonly ptsName: string
  onData(listener: (data: Uint8Array) => void): unknown
  /** Called when the process has exited and the terminal is closed. */
  onExit(listener: (exit: { readonly exitCode: number; readonly signal?: number }) => void): unknown
  /** Called when the terminal was closed, possibly before the process exits. */
  on(event: 'close', listener: () => void): unknown
  pause(): unknown
  resume(): unknown
}

/** Loads the optional package with the first terminal. The package is missing on platforms without a build. */
export async function loadPty(): Promise<Pty> {
  const pty: unknown = await import('@lydell/node-pty').catch((error: unknown) => {
    throw new EnvironmentError(
      'Terminals need the package @lydell/node-pty, which is not installed or has no build for this platform: run the command without a terminal, or install the package.',
      { cause: error },
    )
  })
  if (!isPty(pty))
    throw new EnvironmentError('The installed version of @lydell/node-pty is not supported: install version 1.')
  return pty
}

function isPty(value: unknown): value is Pty {
  return typeof value === 'object' && value !== null && 'spawn' in value && typeof value.spawn === 'function'
}
