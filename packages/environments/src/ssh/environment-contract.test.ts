import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { environmentContract } from '@hermes/testkit/contracts'
import { afterAll, beforeAll, describe, onTestFinished } from 'vitest'
import { type Sshd, startSshd, whyNoSshd } from '../../testing/sshd.js'
import { createSshEnvironment } from './ssh-environment.js'

describe.skipIf(whyNoSshd)(`against a server on this machine${whyNoSshd && `, skipped: ${whyNoSshd}`}`, () => {
  let sshd: Sshd
  beforeAll(async () => {
    sshd = await startSshd()
  })
  afterAll(() => sshd[Symbol.asyncDispose]())

  environmentContract({
    name: 'ssh',
    async create() {
      const workingDirectory = await mkdtemp(join(tmpdir(), 'hermes-environment-'))
      onTestFinished(() => rm(workingDirectory, { recursive: true, force: true }))
      const { host, configFile } = sshd
      return createSshEnvironment({ host, configFile, workingDirectory, variables: process.env, killGraceMs: 300 })
    },
  })
})
