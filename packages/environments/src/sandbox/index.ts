export { type BubblewrapOptions, createBubblewrap, type Sandbox } from './bubblewrap.js'
export { type ProbeOptions, probeSandbox, type SandboxStatus } from './probe-sandbox.js'
export type { Replacement, SandboxPolicy } from './sandbox-policy.js'
export { withSandbox } from './with-sandbox.js'
