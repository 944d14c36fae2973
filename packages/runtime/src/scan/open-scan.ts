import { join } from 'node:path'
import { loadOnce } from '@hermes/safety'
import type { Scan } from '@hermes/safety/scan'
import type { ModelScanJudgeOptions } from './create-model-scan-judge.js'

export interface OpenScanOptions extends Omit<ModelScanJudgeOptions, 'verdicts'> {
  /** The folder for the verdicts. */
  readonly folder: string
}

/** Opens the scan of a surface, with a judge as long as a model is available for it. The scan is loaded with the first text. */
export function openScan({ folder, ...options }: OpenScanOptions): Scan {
  const load = loadOnce(async () => {
    const [{ createScan }, { createModelScanJudge }, { openVerdictFile }] = await Promise.all([
      import('@hermes/safety/scan'),
      import('./create-model-scan-judge.js'),
      import('./verdict-file.js'),
    ])
    const verdicts = openVerdictFile({ path: join(folder, 'scan-verdicts.json'), logger: options.logger })
    const judge = createModelScanJudge({ ...options, verdicts })
    return createScan(() => options.model() && judge)
  })
  return async (text, asked) => (await load())(text, asked)
}
