import type { Io } from '../../io.js'

export interface BrowserWish {
  readonly io: Pick<Io, 'env' | 'stderr'>
  /** Whether `--no-browser` was given. */
  readonly isRefused: boolean
}

/** Opens a page in the user's browser. @returns whether a browser was started; false in remote sessions. */
export async function openBrowser(url: string, wish: BrowserWish): Promise<boolean> {
  if (!mayOpen(wish)) return false
  try {
    const { default: open } = await import('open')
    const child = await open(url)
    child.once('error', () => undefined)
    return true
  } catch {
    // The user can open the address manually.
    return false
  }
}

function mayOpen({ io: { env, stderr }, isRefused }: BrowserWish): boolean {
  if (isRefused || !stderr.isTTY || isRemote(env)) return false
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME)
}

function isRemote(env: Io['env']): boolean {
  return ['SSH_CONNECTION', 'SSH_CLIENT', 'SSH_TTY', 'CODESPACES', 'CLOUD_SHELL', 'GITPOD_WORKSPACE_ID'].some(
    (name) => env[name],
  )
}
