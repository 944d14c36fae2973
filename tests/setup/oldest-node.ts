import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const node = join(homedir(), '.cache/hermes-tests/node-22.18.0/bin/node')

/** The oldest Node that the packages support; `undefined` unless `.ci/install-oldest-node` has installed it. */
export const oldestNode: string | undefined = existsSync(node) ? node : undefined
