import { delimiter } from 'node:path'
import type { Environment } from '@hermes/core'
import type { Config } from '../../schema/config-schema.js'

/** Returns the folders other than the working folder in which the user lets commands and file tools write. */
export function openedFolders(
  { sandbox_writable }: Pick<Config['terminal'], 'sandbox_writable'>,
  { write_safe_root }: Pick<Config['security'], 'write_safe_root'>,
): readonly string[] {
  return [...sandbox_writable, ...rootsIn(write_safe_root)]
}

/** Splits a list of folders that are separated as in PATH. */
export function rootsIn(setting: string): readonly string[] {
  return setting.split(delimiter).filter((root) => root.trim() !== '')
}

/** Whether commands run without a sandbox although the user has not switched it off. */
export function isUnsandboxed(
  { id, isolation = 'none' }: Pick<Environment, 'id' | 'isolation'>,
  sandbox: Config['terminal']['sandbox'],
): boolean {
  return id === 'local' && isolation === 'none' && sandbox !== 'off'
}
