import { createBubblewrap, type Sandbox } from './bubblewrap.js'
import type { SandboxStatus } from './probe-sandbox.js'
import { createUnshare, type UnshareOptions } from './unshare.js'

/** What holds commands, as `probeSandbox` found it. */
export type Holder = Pick<Extract<SandboxStatus, { status: 'available' }>, 'by' | 'program'>

/** The sandbox that a probe has found to work here. */
export function createSandbox({ by, program }: Holder, options: UnshareOptions): Sandbox {
  return by === 'unshare' ? createUnshare(options) : createBubblewrap({ ...options, program })
}
