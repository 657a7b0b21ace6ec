// What is loaded together once notes may be grouped.
export { groupActions } from './group-actions.ts';
export { groupCommands } from './group-commands.ts';
