import { defineConfig } from 'tsup'
import { library } from '../../tsup.base.ts'

export default defineConfig(library(['src/index.ts', 'src/commands/index.ts', 'src/stored/index.ts']))
