import { posix } from 'node:path'
import { agentSecrets, agentWorkFolders } from '@hermes/safety/protect'
import { couldMatch } from '../words/glob.js'

/** The folders of the agent's own settings and state. */
export interface AgentHomes {
  /** Its settings, keys and state, but not the folders in it that are for work. Pattern characters may be in the path. */
  isState(path: string): boolean
  /** The rest of a path below one of them; `undefined` outside. */
  below(path: string): string | undefined
  /** A quick look at a word: `false` where it cannot name anything there, wherever the command runs. */
  mayName(text: string): boolean
}

/** What was too long for the model: it is data, for any program to read. */
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

/** Keys of the agent, by their path below its home. */
export function isAgentSecret(below: string | undefined): boolean {
  return below !== undefined && agentSecrets.test(below)
}

function leadsInto(path: readonly string[], home: readonly string[]): boolean {
  return path.length >= home.length && home.every((name, index) => couldBe(path[index] ?? '', name))
}

/** A pattern that stands for everything means the folder around it, which has rules of its own. */
function couldBe(component: string, name: string): boolean {
  return component === name || (/[^*.]/.test(component) && /[*?[]/.test(component) && couldMatch(component, name))
}
