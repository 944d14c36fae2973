import { createBubblewrap, type Sandbox } from './bubblewrap.js'
import type { SandboxStatus } from './probe-sandbox.js'
import { createUnshare, type UnshareOptions } from './unshare.js'

/** Sandbox program found by `probeSandbox`. */
export type Holder = Pick<Extract<SandboxStatus, { status: 'available' }>, 'by' | 'program'>

/** Creates the sandbox that a probe found to work. */
export function createSandbox({ by, program }: Holder, options: UnshareOptions): Sandbox {
  return by === 'unshare' ? createUnshare(options) : createBubblewrap({ ...options, program })
}
