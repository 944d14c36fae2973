import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import type { Benchmark, Place, Prepare } from '../benchmark.ts'
import { openFileTools, ripgrepPath, shareTree } from '../files.ts'

const count = 100_000

export const searchFiles: Benchmark = {
  id: 'search-files',
  title: '100,000 files searched for a word that is in 1000 of them',
  rounds: 7,
  floor: 'ripgrep',
  contenders: {
    ripgrep: program([]),
    'ripgrep-sorted': program(['--sort=path']),
    hermes: product({ pattern: 'needle', output_mode: 'files_only', limit: 1000 }),
    'hermes-first-50': product({ pattern: 'needle' }),
    'hermes-names': product({ pattern: 'file-9999*', target: 'files' }),
  },
  targets: [{ contender: 'hermes', figure: 'wallMs', limit: 1.3, against: 'ripgrep-sorted' }],
}

function program(options: readonly string[]): Prepare {
  return async ({ folder }: Place) => {
    const tree = `${dirname(folder)}/tree`
    await shareTree(tree, count)
    const path = await ripgrepPath()
    const args = [...options, '--hidden', '--files-with-matches', 'needle', './']
    return async () => {
      const { stdout } = await promisify(execFile)(path, args, { cwd: tree, maxBuffer: 2 ** 24 })
      expectFiles(stdout.trim().split('\n').length)
      return undefined
    }
  }
}

function product(args: object): Prepare {
  return async ({ folder }: Place) => {
    const tree = `${dirname(folder)}/tree`
    await shareTree(tree, count)
    const tools = await openFileTools(tree)
    const isWhole = 'limit' in args
    return async () => {
      const text = await tools.call('search_files', args)
      if (isWhole) expectFiles(text.split('\n').length - 1)
      return undefined
    }
  }
}

function expectFiles(found: number): void {
  if (found !== count / 100) throw new Error(`${found} files were found instead of ${count / 100}.`)
}
