import type { Plugin } from '@hermes/core'
import type { Hooks } from '@hermes/core/hooks'
import type { HookName, Scenario } from './scenario.js'
import type { World } from './world.js'

/** Creates a plugin with planned hook behavior that changes nothing. */
export function createFaultyPlugin(plan: Scenario['hooks'], world: World): Plugin {
  const toHook = (how: Scenario['hooks'][HookName]) => async (): Promise<undefined> => {
    if (how === 'throws') throw new Error('The hook failed as planned.')
    if (how === 'hangs') await new Promise(() => undefined)
    if (how === 'slow') await dawdle()
    return undefined
  }
  /** Continues after an interrupt, so its resources do not count as leaked. */
  const dawdle = () => {
    const work = (async () => {
      for (let times = 0; times < 20; times++) await world.wait()
    })()
    world.dawdling.push(work)
    return work
  }
  const hooks: Hooks = Object.fromEntries(Object.entries(plan).map(([name, how]) => [name, toHook(how)]))
  return { name: 'faulty', hooks }
}
