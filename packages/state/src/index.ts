export { createSqliteStore, type SqliteStoreOptions, type SqliteStoreServices } from './sqlite-store.js'
