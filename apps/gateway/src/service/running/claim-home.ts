import { describeError } from '@hermes/core'
import { openMachineClaims } from '@hermes/runtime'
import { createCleanup } from '@hermes/safety'
import type { ServiceIo } from '../install-service.js'
import { machineFolder } from './running-gateways.js'

/**
 * Waits until no other command starts or stops gateways of this home, and makes others wait until it is disposed. Two commands that look at the same
 * moment would both find that no gateway runs.
 */
export async function claimHome(home: string, { env, print }: ServiceIo): Promise<AsyncDisposable> {
  await using taking = createCleanup()
  const folder = machineFolder(env)
  if (folder !== undefined) {
    const onTrouble = (error: unknown) =>
      print(`Other commands are not waited for, because ${folder} cannot be used: ${describeError(error)}`)
    const { claims } = taking.use(openMachineClaims({ folder, onTrouble }))
    const onWait = (holder: string) => print(`Waiting for ${holder}, which starts or stops the gateway of this home.`)
    const { signal } = new AbortController()
    taking.use(await claims.acquire(`gateway of ${home}`, { signal, onWait }))
  }
  const taken = taking.move()
  return { [Symbol.asyncDispose]: () => taken[Symbol.asyncDispose]() }
}
