import { type HomePaths, listConfigKeys, type SavedModel, setConfigValue, unsetConfigValue } from '@hermes/runtime'
import { didYouMean } from '../../arguments/did-you-mean.js'
import { UsageError } from '../../usage-error.js'

/** Model chosen for a side task. `auto` means the model of the conversation. */
export type TaskModel = SavedModel | 'auto'

/** Returns the name of a side task. @throws {UsageError} when it does not exist. */
export function requireTask(name: string): string {
  const tasks = sideTasks()
  if (tasks.includes(name)) return name
  throw new UsageError(`There is no side task "${name}".${didYouMean(name, tasks)} Known: ${tasks.join(', ')}.`)
}

/** Returns the side tasks that can have their own model. */
function sideTasks(): readonly string[] {
  return listConfigKeys().flatMap(({ path }) => /^auxiliary\.(\w+)\.provider$/.exec(path)?.[1] ?? [])
}

/** Saves the model of a side task. Removes the address, key and API of the task's previous server. */
export async function saveTaskModel(paths: HomePaths, task: string, model: TaskModel): Promise<string> {
  const key = (name: string) => `auxiliary.${task}.${name}`
  const chosen = model === 'auto' ? undefined : model
  if (chosen === undefined || chosen.provider !== undefined) {
    for (const name of ['provider', 'base_url', 'api_key', 'key_env', 'api_mode'])
      await unsetConfigValue(paths, key(name))
  }
  if (!chosen) {
    await unsetConfigValue(paths, key('model'))
    return paths.config
  }
  if (chosen.provider !== undefined) await setConfigValue(paths, key('provider'), chosen.provider)
  return (await setConfigValue(paths, key('model'), chosen.model)).file
}
