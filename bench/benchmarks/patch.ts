import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Benchmark, Place, Prepare } from '../benchmark.ts'
import { largeText, openFileTools } from '../files.ts'

const rounds = 20

export const patch: Benchmark = {
  id: 'patch',
  title: `${rounds} changes of one line in a file of 2 MB`,
  rounds: 7,
  floor: 'floor-replace',
  contenders: {
    'floor-replace': floor({ isSafe: false }),
    'floor-safe': floor({ isSafe: true }),
    hermes: product((line) => ({
      path: 'large.ts',
      old_string: textOf(line),
      new_string: `${textOf(line)} // changed`,
    })),
    'hermes-indented': product((line) => ({
      path: 'large.ts',
      old_string: `\t${textOf(line).trim()}`,
      new_string: `\t${textOf(line).trim()} // changed`,
    })),
    'hermes-v4a': product((line) => ({
      mode: 'patch',
      patch: `*** Begin Patch\n*** Update File: large.ts\n@@\n-${textOf(line)}\n+${textOf(line)} // changed\n*** End Patch`,
    })),
  },
  targets: [{ contender: 'hermes', figure: 'wallMs', limit: 1.5, against: 'floor-safe' }],
}

function textOf(line: number): string {
  return `  row(${line}, 'some content of this line, as long as most are'),`
}

const lineOf = (round: number) => 1_000 + round * 1_500

/** Reads the file, replaces one text and writes it. `safe`: to a temporary file that is synced and renamed. */
function floor({ isSafe }: { readonly isSafe: boolean }): Prepare {
  return async ({ folder }: Place) => {
    const path = `${folder}/large.ts`
    return async () => {
      await writeFile(path, largeText())
      return timed(async (round) => {
        const text = await readFile(path, 'utf8')
        const changed = text.replace(textOf(lineOf(round)), (found) => `${found} // changed`)
        await writeFile(isSafe ? `${path}.new` : path, changed, { flush: isSafe })
        if (isSafe) await rename(`${path}.new`, path)
      })
    }
  }
}

function product(argsOf: (line: number) => object): Prepare {
  return async ({ folder }: Place) => {
    const tools = await openFileTools(folder)
    return async () => {
      await writeFile(`${folder}/large.ts`, largeText())
      return timed(async (round) => {
        await tools.call('patch', argsOf(lineOf(round)))
      })
    }
  }
}

async function timed(change: (round: number) => Promise<void>) {
  const start = performance.now()
  for (let round = 0; round < rounds; round += 1) await change(round)
  return { wallMs: performance.now() - start }
}
