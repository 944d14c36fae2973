import { defineConfig } from 'tsup'
import { library, withGrammar } from '../../tsup.base.ts'

export default defineConfig(library(['src/index.ts'], withGrammar(import.meta.dirname)))
