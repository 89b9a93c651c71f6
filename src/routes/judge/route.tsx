// Part of the page, because judges are nearly the only ones who open it.
export { Desk as Component } from "./desk";
