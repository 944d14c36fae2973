import { rm } from 'node:fs/promises'
import { keepConfigCopy } from '@hermes/runtime'
import { exists } from '@hermes/safety/files'
import type { CommandContext } from '../../arguments/command-spec.js'
import { tell } from '../../io.js'
import { confirm } from '../../setup/confirm.js'
import { findPreparedHome } from '../../setup/open-home.js'

/** `--reset`: removes `config.yaml` and keeps a copy. Keys, sessions and memories stay. @returns whether to continue. */
export async function resetConfig(context: CommandContext): Promise<boolean> {
  const { io, values } = context
  const paths = await findPreparedHome(context)
  const { config } = paths
  if (!(await exists(config))) return true
  if (!values.yes && !(await confirm(io, io.t`Reset all settings of ${config}?`))) return false
  const copy = await keepConfigCopy(paths, 'reset')
  await rm(config, { force: true })
  if (copy !== undefined) await tell(io, `Reset the settings. The previous ones are in ${copy}.`)
  return true
}
