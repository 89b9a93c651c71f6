// Part of the page, because helpers are nearly the only ones who open it.
export { Desk as Component } from "./desk";
