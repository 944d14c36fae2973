export { type SessionSearchOptions, sessionSearchTools } from './session-search.js'
