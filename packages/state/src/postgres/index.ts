export type { PostgresClient, PostgresPool, PostgresQuery, PostgresResult } from './pool.js'
export {
  createPostgresStore,
  type PostgresPlace,
  type PostgresStoreOptions,
  type PostgresStoreServices,
} from './postgres-store.js'
