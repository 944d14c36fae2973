import { openCatalog } from '@hermes/runtime'
import type { CommandHandler } from '../../arguments/command-spec.js'
import { exitCode } from '../../exit-code.js'
import { tell, write, writeLine } from '../../io.js'
import { widthOf } from '../../render/screen/screen.js'
import { modelTable } from '../../render/tables/model-table.js'
import { modelsOfProvider } from '../../setup/models-of-provider.js'
import { openUsableHome } from '../../setup/open-home.js'
import { refreshModels } from '../../setup/refresh-models.js'

/** `hermes models` */
export const listModels: CommandHandler = async ({ io, values }) => {
  const { paths, config, variables } = await openUsableHome({ io, values })
  if (values.refresh) {
    const { count, source } = await refreshModels({ io, values }, new AbortController().signal)
    await tell(io, `Loaded ${count} models from ${source}.`)
  }
  const catalog = openCatalog(paths, { variables, config })
  const rows = await modelsOfProvider({ config, variables, values, catalog })
  if (values.json) await writeLine(io.stdout, JSON.stringify(rows, undefined, 2))
  else if (rows.length === 0) await tell(io, 'No models are known. Try: hermes models --refresh')
  else {
    await write(io.stdout, modelTable(rows, { ...widthOf(io.stdout), t: io.t }))
    const isFromCatalog = rows.some((row) => row.output !== undefined)
    if (isFromCatalog) {
      await tell(io, `As of ${catalog.version}, prices in USD per million tokens.`)
      if (!values.refresh) await tell(io, 'For the newest ones, and all: hermes models --refresh')
    }
  }
  return exitCode.ok
}
