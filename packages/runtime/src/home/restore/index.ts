export {
  carryOut,
  finishRestore,
  isOwned,
  isThere,
  type RestorePlan,
  type RestoreStore,
  stagingOf,
  writePlan,
} from './restore-plan.js'
export { restoreSqliteStore } from './restore-store.js'
