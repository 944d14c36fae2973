import { defineConfig } from 'tsup'
import { library, withShellParser } from '../../tsup.base.ts'

export default defineConfig(library(['src/index.ts'], withShellParser(import.meta.dirname)))
