import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** The environments that `.ci/install-python-packages` installs. */
export type PythonEnvironment = 'acp' | 'hermes-acp-sdk' | 'pocketsphinx' | 'synapse'

/** Whether the environment is installed, or is being installed. */
export function hasPythonEnvironment(name: PythonEnvironment): boolean {
  // In this order, because it may become complete in the meantime.
  return existsSync(partial(name)) || existsSync(placeOf(name))
}

/** Waits until the environment is installed. @returns the path of its interpreter. */
export async function pythonOf(name: PythonEnvironment): Promise<string> {
  while (!existsSync(placeOf(name))) {
    if (!hasPythonEnvironment(name)) throw new Error(`The installation of ${name} has failed.`)
    await sleep(200)
  }
  return join(placeOf(name), 'bin/python')
}

function placeOf(name: PythonEnvironment): string {
  return join(homedir(), '.cache/hermes-tests/python', name)
}

/** Returns the path of an incomplete environment, which is renamed once it is complete. */
function partial(name: PythonEnvironment): string {
  return `${placeOf(name)}.partial`
}
