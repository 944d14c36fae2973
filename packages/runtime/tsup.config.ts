import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library([
    'src/index.ts',
    'src/home/compile-cache.ts',
    'src/home/node-problem.ts',
    'src/home/restore/index.ts',
    'src/home/run-compiled.ts',
    'src/home/stray-error.ts',
    'src/language/index.ts',
  ]),
)
