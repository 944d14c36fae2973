import { createHash, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@hermes/core'
import type { ContainerOptions } from './container-options.js'
import type { Engine } from './engine.js'
import { inspectContainers } from './inspect-containers.js'
import { runArguments } from './run-arguments.js'

export interface ContainerPolicy {
  /** Owner of the container. Other profiles neither use nor remove it. */
  readonly profile: string
  /** Distinguishes containers with the same options. */
  readonly key: string
  /** Whether the container survives the disposal of the environment and is reused. */
  readonly isReused: boolean
  /** The container exits after being unused for this many seconds. */
  readonly lifetimeSeconds: number
}

export interface Container {
  readonly name: string
  /** Creates or starts the container if it is not running. */
  ensure(): Promise<void>
  /** Removes the container, unless it is to be reused. */
  release(): Promise<void>
}

/** Labels of Hermes containers. */
export const label = {
  profile: 'hermes.profile',
  options: 'hermes.options',
  lifetime: 'hermes.lifetime',
  reused: 'hermes.reused',
}

export function createContainer(
  engine: Engine,
  options: ContainerOptions,
  policy: ContainerPolicy,
  logger: Logger,
): Container {
  const { profile, isReused, lifetimeSeconds } = policy
  const hash = createHash('sha256')
    .update(JSON.stringify([options, policy]))
    .digest('hex')
    .slice(0, 16)
  const name = `hermes-${isReused ? hash : randomUUID().slice(0, 13)}`
  const labels = {
    [label.profile]: profile,
    [label.options]: hash,
    [label.lifetime]: `${lifetimeSeconds}`,
    [label.reused]: `${isReused}`,
  }
  const run = (withDiskLimit: boolean) =>
    engine.run(
      runArguments({ container: options, name, labels, isTemporary: !isReused, lifetimeSeconds, withDiskLimit }),
    )

  const make = async () => {
    await makeFolders(options.stateFolder)
    logger.log('info', `Creating a container from ${options.image}.`)
    try {
      await run(true)
    } catch (error) {
      if (!options.limits?.diskMb || !/storage|quota|size/i.test(String(error))) throw error
      logger.log(
        'warn',
        'The disk of the container is not limited, because the storage driver of the engine does not support it.',
      )
      await engine.run(['rm', '--force', name]).catch(() => undefined)
      await run(false)
    }
  }
  return {
    name,
    async ensure() {
      const [found] = await inspectContainers(engine, [name])
      if (found?.isRunning) return
      if (
        found &&
        (await engine.run(['start', name]).then(
          () => true,
          () => false,
        ))
      )
        return
      if (found) await engine.run(['rm', '--force', name])
      await make().catch(async (error: unknown) => {
        // Another agent may have created the same container in the meantime.
        const [other] = await inspectContainers(engine, [name])
        if (!other?.isRunning) throw error
      })
    },
    async release() {
      if (!isReused) await engine.run(['rm', '--force', name]).catch(() => undefined)
    },
  }
}

/** Creates the mounted folders, because the engine would create them with root as owner. */
async function makeFolders(stateFolder: string | undefined): Promise<void> {
  if (stateFolder === undefined) return
  for (const name of ['home', 'workspace']) await mkdir(join(stateFolder, name), { recursive: true, mode: 0o700 })
}
