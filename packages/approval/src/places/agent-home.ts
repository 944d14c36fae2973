import { posix } from 'node:path'
import { agentSecrets, agentWorkFolders } from '@hermes/safety/protect'
import { couldMatch } from '../words/glob.js'

/** The folders with the agent's settings and state. */
export interface AgentHomes {
  /**
   * Whether a path is settings, keys or state, but not in the work folders inside. The path may contain pattern
   * characters.
   */
  isState(path: string): boolean
  /** Returns the path relative to one of the folders, or `undefined` outside them. */
  below(path: string): string | undefined
  /** A fast check: `false` when a word cannot name anything there from any working directory. */
  mayName(text: string): boolean
}

/** Output that was too long for the model. It is data that any program may read. */
const spilledOutput = /^cache\/spillover\/(?!.*(?:^|\/)\.\.(?:\/|$))/

export function createAgentHomes(folders: readonly string[]): AgentHomes {
  const homes = [...new Set(folders.map((folder) => posix.resolve('/', folder)))].map((path) => ({
    path,
    components: path.split('/').slice(1),
    name: posix.basename(path),
  }))

  function below(path: string): string | undefined {
    for (const home of homes) {
      if (path === home.path) return ''
      if (path.startsWith(`${home.path}/`)) return path.slice(home.path.length + 1)
      if (/[*?[]/.test(path) && leadsInto(path.split('/').slice(1), home.components))
        return path
          .split('/')
          .slice(home.components.length + 1)
          .join('/')
    }
    return undefined
  }

  return {
    below,
    isState(path) {
      const rest = below(path)
      return rest !== undefined && !agentWorkFolders.includes(rest.split('/', 1)[0] ?? '') && !spilledOutput.test(rest)
    },
    mayName: (text) => homes.some(({ name }) => text.includes(name)) || /[*?[]|^\.{1,2}(?:\/|$)|^[\w.-]+$/.test(text),
  }
}

/** Whether a path below the agent's home is a key. */
export function isAgentSecret(below: string | undefined): boolean {
  return below !== undefined && agentSecrets.test(below)
}

function leadsInto(path: readonly string[], home: readonly string[]): boolean {
  return path.length >= home.length && home.every((name, index) => couldBe(path[index] ?? '', name))
}

/** A pattern that matches everything stands for the enclosing folder, which has its own rules. */
function couldBe(component: string, name: string): boolean {
  return component === name || (/[^*.]/.test(component) && /[*?[]/.test(component) && couldMatch(component, name))
}
