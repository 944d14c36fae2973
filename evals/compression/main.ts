import { writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { askModel } from './ask-model.ts'
import { withModel, withoutModel } from './contenders.ts'
import { evaluate } from './evaluate.ts'
import { languages } from './phrases.ts'
import { toSvg } from './plot.ts'
import { formatTable } from './table.ts'

/** Runs `pnpm evals compression`. */
export async function main(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      model: { type: 'string' },
      'key-variable': { type: 'string', default: 'OPENAI_API_KEY' },
      'base-url': { type: 'string', default: 'https://api.openai.com/v1' },
      lengths: { type: 'string', default: '50000,100000,200000,400000' },
      languages: { type: 'string', default: languages.join(',') },
      window: { type: 'string', default: '64000' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      plot: { type: 'string' },
    },
  })
  const apiKey = process.env[values['key-variable']] ?? ''
  if (values.model !== undefined && apiKey === '') {
    throw new Error(`A model needs a key: set the variable ${values['key-variable']}, or omit --model.`)
  }
  const { model } = values
  const isWatched = process.stderr.isTTY
  const evaluation = await evaluate({
    lengths: values.lengths.split(',').map(Number),
    languages: languages.filter((language) => values.languages.split(',').includes(language)),
    contextWindow: Number(values.window),
    seed: Number(values.seed),
    contenders:
      model === undefined ? withoutModel : withModel(model, askModel({ model, baseUrl: values['base-url'], apiKey })),
    onProgress: (done, all) => void (isWatched && process.stderr.write(`\r${done} of ${all} lives`)),
  })
  if (isWatched) process.stderr.write('\r\u001b[K')
  if (values.plot !== undefined) await writeFile(values.plot, toSvg(evaluation))
  const { histories, tokens, facts } = evaluation
  const summary = `${histories} histories of ${tokens.toLocaleString('en')} tokens together, with ${facts} facts.`
  process.stdout.write(
    values.json ? `${JSON.stringify(evaluation, undefined, 2)}\n` : `${summary}\n\n${formatTable(evaluation)}\n`,
  )
}
