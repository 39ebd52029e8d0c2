declare module "virtual:pieces/*";
