import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(
  library([
    'src/index.ts',
    'src/archive/index.ts',
    'src/files/index.ts',
    'src/language/index.ts',
    'src/protect/index.ts',
    'src/redact/index.ts',
    'src/scan/index.ts',
    'src/worker/index.ts',
  ]),
)
