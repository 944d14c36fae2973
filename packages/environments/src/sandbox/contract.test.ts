import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentContract } from '@hermes/testkit/contracts'
import { describe } from 'vitest'
import { createLocalEnvironment } from '../local/local-environment.js'
import { createBubblewrap } from './bubblewrap.js'
import { probeSandbox } from './probe-sandbox.js'

const probed = await probeSandbox()
const name = probed.status === 'available' ? 'sandboxed commands' : `skipped: ${probed.reason}`

describe.skipIf(probed.status === 'unavailable')(name, { timeout: 120_000 }, () => {
  environmentContract({
    name: 'local, in a sandbox',
    async create() {
      const folder = await mkdtemp(join(tmpdir(), 'hermes-sandbox-'))
      const workingDirectory = await mkdtemp(join(folder, 'work-'))
      const sandbox = createBubblewrap({
        policy: { workspaces: [workingDirectory], network: 'none' },
        stateFolder: join(folder, 'state'),
      })
      const environment = createLocalEnvironment({
        workingDirectory,
        variables: process.env,
        killGraceMs: 300,
        sandbox,
      })
      return {
        ...environment,
        async [Symbol.asyncDispose]() {
          await environment[Symbol.asyncDispose]()
          await sandbox[Symbol.asyncDispose]()
          await rm(folder, { recursive: true, force: true })
        },
      }
    },
  })
})
