import type { OutwardEffect } from '@hermes/core'
import { isAgentInstruction, isContinuousIntegration } from '../places/tool-start-up.js'

/**
 * Returns the effect of changing a file that agents or other people's machines follow later. `path` must be absolute
 * and resolved.
 * @param isStartUp Whether a program executes the file by itself.
 */
export function lastingChange(path: string, isStartUp: boolean): OutwardEffect | undefined {
  if (isAgentInstruction(path)) return { kind: 'lasts', does: `change ${path}, which agents follow as instructions` }
  if (isContinuousIntegration(path)) return { kind: 'lasts', does: `change ${path}, which a build server runs` }
  return isStartUp ? { kind: 'lasts', does: `change ${path}, which other programs run or follow` } : undefined
}
