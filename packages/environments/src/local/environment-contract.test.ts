import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentContract } from '@hermes/testkit/contracts'
import { onTestFinished } from 'vitest'
import { createLocalEnvironment } from './local-environment.js'

environmentContract({
  name: 'local',
  async create() {
    const workingDirectory = await mkdtemp(join(tmpdir(), 'hermes-environment-'))
    onTestFinished(() => rm(workingDirectory, { recursive: true, force: true }))
    return createLocalEnvironment({ workingDirectory, variables: process.env, killGraceMs: 300 })
  },
})
