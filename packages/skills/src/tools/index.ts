export { type IndexSectionOptions, indexSection } from './index-section.js'
export { type SkillManageOptions, skillManageTool } from './skill-manage.js'
export { type SkillViewOptions, skillViewTool } from './skill-view.js'
export { skillsListTool } from './skills-list.js'
